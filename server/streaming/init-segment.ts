/** Direct children of a box: `start` and `end` include their headers. (ISO/IEC 14496-12, 4.2) */
function* boxesIn(bytes: Buffer, from: number, to: number) {
  for (let start = from; start + 8 <= to; ) {
    const length = bytes.readUInt32BE(start)
    const end = start + length
    if (length < 8 || end > to) throw new Error('A box of the init segment has no plain length')
    yield { type: bytes.toString('latin1', start + 4, start + 8), start, end }
    start = end
  }
}

/**
 * An init segment without user data. ffmpeg's HLS muxer writes its name and version there, whatever its
 * flags; nothing else is in it, because the source's tags are not copied. No offsets change, because it holds
 * no media.
 * @throws Error when it isn't as ffmpeg writes it
 */
export function withoutUserData(init: Buffer): Buffer {
  const kept: Buffer[] = []
  for (const box of boxesIn(init, 0, init.length)) {
    if (box.type !== 'moov') {
      kept.push(init.subarray(box.start, box.end))
      continue
    }
    const children = [...boxesIn(init, box.start + 8, box.end)]
      .filter(({ type }) => type !== 'udta')
      .map(({ start, end }) => init.subarray(start, end))
    const header = Buffer.from(init.subarray(box.start, box.start + 8))
    header.writeUInt32BE(children.reduce((sum, { length }) => sum + length, header.length))
    kept.push(header, ...children)
  }
  return Buffer.concat(kept)
}
