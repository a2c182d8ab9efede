import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { box, children, concat } from '#telemetry/write/mp4.ts'

const run = promisify(execFile)

/** Indexes of a file's picture, sound and telemetry. */
async function streamsOf(file: string): Promise<number[]> {
  const show = ['-show_entries', 'stream=index,codec_type,codec_tag_string', '-of', 'json']
  const { stdout } = await run('ffprobe', ['-v', 'error', ...show, file])
  const { streams } = JSON.parse(stdout) as {
    streams: { index: number; codec_type: string; codec_tag_string: string }[]
  }
  return streams
    .filter(s => ['video', 'audio'].includes(s.codec_type) || s.codec_tag_string === 'gpmd')
    .map(s => s.index)
}

/**
 * Cuts a recording into chapters as a camera would, without encoding and with its telemetry.
 * @param at seconds where a chapter ends: where a keyframe and a telemetry payload start
 * @param names of the chapters, one more than times
 * @param folder for them
 * @returns their paths in order
 */
export async function cutChapters(
  file: string,
  at: readonly number[],
  names: readonly string[],
  folder: string,
): Promise<string[]> {
  const maps = (await streamsOf(file)).flatMap(index => ['-map', `0:${index}`])
  const paths: string[] = []
  for (const [index, name] of names.entries()) {
    const [start, end] = [at[index - 1], at[index]]
    const span = [...(start ? ['-ss', `${start}`] : []), ...(end ? ['-to', `${end}`] : [])]
    const out = path.join(folder, name)
    const kept = ['-c', 'copy', '-copy_unknown', '-map_metadata', '0', '-write_tmcd', '0']
    await run('ffmpeg', ['-v', 'error', ...span, '-i', file, ...maps, ...kept, '-f', 'mp4', out])
    paths.push(out)
  }
  return paths
}

/** Writes boxes into a file's moov/udta, where cameras have their HiLight tags. @param file as cutChapters makes it */
export async function addUserData(file: string, boxes: readonly Uint8Array[]): Promise<void> {
  const bytes = await readFile(file)
  // As if the file were the content of a box, because its parts are read alike.
  const top = children(concat([new Uint8Array(8), bytes]))
  const inside = children(top.find(({ type }) => type === 'moov')!.bytes)
  const known = inside.filter(({ type }) => type === 'udta').map(part => part.bytes.subarray(8))
  const others = inside.filter(({ type }) => type !== 'udta').map(part => part.bytes)
  const before = top.filter(({ type }) => type !== 'moov').map(part => part.bytes)
  if (top.at(-1)?.type !== 'moov') throw new Error('The index must be the last box')
  await writeFile(file, concat([...before, box('moov', ...others, box('udta', ...known, ...boxes))]))
}
