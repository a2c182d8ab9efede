/**
 * How much the server's resident memory grows while 500 MB are uploaded, by tus and by the contract's form.
 *   node bench/upload-memory.ts
 */
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { keepFigures } from './keep.ts'

const megabyte = 1024 * 1024
const size = 500 * megabyte - 4096

/** A file that starts like an MP4 and is otherwise a hole; the server still reads and stores every byte. */
async function makeFile(file: string): Promise<void> {
  const handle = await open(file, 'w')
  await handle.write(Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(12)]))
  await handle.truncate(size)
  await handle.close()
}

async function sendForm(client: ApiClient, file: string, uploadUrl: string): Promise<void> {
  const boundary = 'trailcut-bench'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  await new Promise<void>((resolve, reject) => {
    const upload = request(new URL(uploadUrl, client.base), {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + size + tail.length,
      },
    })
    upload.once('error', reject)
    upload.once('response', response => {
      response.resume()
      response.statusCode === 200
        ? resolve()
        : reject(new Error(`The form was answered with ${response.statusCode}`))
    })
    upload.write(head)
    createReadStream(file)
      .on('end', () => upload.end(tail))
      .pipe(upload, { end: false })
  })
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-memory-'))
const file = path.join(folder, 'big.mp4')
await makeFile(file)
for (const kind of ['tus', 'form'] as const) {
  const server = await startServerProcess()
  try {
    const client = new ApiClient(server.url)
    await client.signIn('bench@trailcut.example')
    const { uploadUrl } = await client.requestUpload(file)
    const before = await server.residentBytes()
    let peak = before
    const watching = setInterval(async () => {
      peak = Math.max(peak, await server.residentBytes())
    }, 50)
    const begun = performance.now()
    if (kind === 'tus') await client.sendFile(file, uploadUrl, size)
    else await sendForm(client, file, uploadUrl)
    clearInterval(watching)
    const seconds = (performance.now() - begun) / 1000
    await keepFigures('upload-memory', { [`${kind}Megabytes`]: Math.round((peak - before) / megabyte) })
    console.log(
      `${kind.padEnd(5)} 500 MB in ${seconds.toFixed(1)} s: resident ${(before / megabyte).toFixed(0)} MB before, ${(peak / megabyte).toFixed(0)} MB at most, rise ${((peak - before) / megabyte).toFixed(0)} MB`,
    )
  } finally {
    await server.stop()
  }
}
await rm(folder, { recursive: true, force: true })
