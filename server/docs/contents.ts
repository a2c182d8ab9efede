import { channelKinds } from '#contract/publishing/constants.ts'

/** A page of the documentation. */
export interface Entry {
  /** the last part of its address */
  slug: string
  /** from the root of the repository */
  file: string
  /** in lists, instead of the page's heading */
  name?: string
  /** how much a match in it counts in the search: readers come first; 1 if missing */
  weight?: number
}
interface Part {
  title: string
  pages: readonly Entry[]
}

const guide = (slug: string): Entry => ({ slug, file: `docs/guides/${slug}.md` })
const page = (slug: string, file = `docs/${slug}.md`): Entry => ({ slug, file })

/** The contents of /docs, in order. A Markdown file that isn't listed here is not served. */
export const contents: readonly Part[] = [
  {
    title: 'For riders',
    pages: [
      { ...guide('riders'), weight: 4 },
      { ...guide('api'), weight: 3 },
    ],
  },
  {
    title: 'Run it',
    pages: [
      { ...page('about', 'README.md'), name: 'What Trailcut is' },
      guide('self-hosting'),
      guide('containers'),
      guide('many-machines'),
      page('scale'),
      guide('backup'),
      guide('upgrade'),
      guide('operating'),
      guide('tagger'),
      page('changelog', 'CHANGELOG.md'),
    ],
  },
  {
    title: 'Connect',
    pages: ['google', 'smtp', 'stripe', ...channelKinds, 'patents'].map(guide),
  },
  {
    title: 'Develop',
    pages: [
      guide('first-hour'),
      page('architecture', 'ARCHITECTURE.md'),
      page('contributing', 'CONTRIBUTING.md'),
      ...['detector', 'platform', 'notification', 'column', 'language', 'money-rule'].map(name =>
        guide(`add-a-${name}`),
      ),
    ].map(entry => ({ ...entry, weight: 0.5 })),
  },
  {
    title: 'How it works',
    pages: [
      ...['evaluation', 'money', 'money-cases', 'publishing', 'security', 'contract', 'vendor-calls'].map(
        name => page(name),
      ),
      page('reporting-a-weakness', 'SECURITY.md'),
      page('decisions', 'docs/decisions/README.md'),
    ],
  },
]

/** Served, but listed only on the page of decisions. */
export const decisionPage = (name: string): Entry => ({
  slug: name,
  file: `docs/decisions/${name}.md`,
  weight: 0.2,
})
