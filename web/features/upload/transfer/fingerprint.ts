const piece = 256 * 1024

/**
 * A file's fingerprint: hex SHA-256 of its size (64 bits, big endian) and of its first, middle and last 256 KiB
 * (contract/videos.ts). @returns null if the browser has no Web Crypto, as on pages without TLS
 */
export async function fingerprintOf(file: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const size = new ArrayBuffer(8)
  new DataView(size).setBigUint64(0, BigInt(file.size))
  const middle = Math.max(0, Math.floor(file.size / 2) - piece / 2)
  const content = new Blob([
    size,
    file.slice(0, piece),
    file.slice(middle, middle + piece),
    file.slice(Math.max(0, file.size - piece)),
  ])
  const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer())
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
