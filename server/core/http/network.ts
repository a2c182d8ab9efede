/**
 * The network of one subscriber: an IPv4 address, or the first 56 bits of an IPv6 address (RIPE-690).
 * @param ip as returned by the socket, including IPv4 mapped to IPv6
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const middle = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array(middle).fill('0'), ...right].map(g => g.toLowerCase().padStart(4, '0'))
  return `${groups.slice(0, 3).join(':')}:${groups[3]?.slice(0, 2)}`
}
