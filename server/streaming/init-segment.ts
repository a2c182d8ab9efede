/** Direct children of a box's content, whole: `start` and `end` with their headers. (ISO/IEC 14496-12, 4.2) */
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
 * An init segment without user data. ffmpeg's HLS muxer names itself and its version there, whatever flags it gets;
 * nothing else is in it, because tags of the source are not copied. No offset points behind it: it holds no media.
 * @throws Error when it is not what ffmpeg writes
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
