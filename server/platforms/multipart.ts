import { randomBytes } from 'node:crypto'

export interface Part {
  headers: Record<string, string>
  body: string | Buffer<ArrayBuffer>
}

/** A multipart body (RFC 2046, 5.1) and the boundary for its content type. */
export function multipart(parts: readonly Part[]): { boundary: string; body: Buffer<ArrayBuffer> } {
  const boundary = `trailcut-${randomBytes(16).toString('hex')}`
  const pieces = parts.flatMap(({ headers, body }) => [
    Buffer.from(
      `--${boundary}\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    ),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ])
  return { boundary, body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]) }
}
