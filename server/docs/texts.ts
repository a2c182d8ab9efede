/** The texts around the documentation's pages. */
export const texts = {
  home: 'Documentation',
  skip: 'Skip to content',
  search: 'Search',
  searchLabel: 'Search the docs',
  pages: 'All pages',
  outline: 'On this page',
  intro: 'For riders, for people who run a server, and for people who change the code.',
  results: (words: string) => `Results for “${words}”`,
  found: (hits: number) => (hits === 1 ? '1 result' : `${hits} results`),
  none: 'No page has all of these words. Try fewer or other words.',
  noPage: 'Page not found',
  noPageHint: 'There is no such page. Search for it, or pick one from the list of pages.',
}
