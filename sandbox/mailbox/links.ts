const inText = /https?:\/\/[^\s<>"')\]]+/g
const inHtml = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

const decodeEntities = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] as string,
  )

/** The http and https addresses in a mail, each once, in order of appearance. */
export function linksOf({ text, html }: { text: string; html: string }): string[] {
  const hrefs = [...html.matchAll(inHtml)]
    .map(m => decodeEntities(m[1] ?? m[2] ?? ''))
    .filter(url => /^https?:\/\//i.test(url))
  const plain = [...text.matchAll(inText)].map(m => m[0].replace(/[.,;:!?]+$/, ''))
  return [...new Set([...hrefs, ...plain])]
}
