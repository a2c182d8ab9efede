/** The file lines of a playlist, and the init segment (RFC 8216, section 4). */
export function filesIn(playlist: string): string[] {
  const init = /#EXT-X-MAP:.*URI="([^"]+)"/.exec(playlist)?.[1]
  const lines = playlist
    .split('\n')
    .map(line => line.trim())
    .filter(line => line && !line.startsWith('#'))
  return init ? [init, ...lines] : lines
}
