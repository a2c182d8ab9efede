import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bulkFiles } from './bulk-files.ts'

const run = promisify(execFile)

test('files can be read while writes of uploads wait for a slow disk', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bulk-'))
  // A pipe that nobody reads is a disk that is behind: a write to it waits.
  const pipes = Array.from({ length: 8 }, (_, n) => path.join(folder, String(n)))
  await run('mkfifo', pipes)
  const bytes = 300_000
  const writes = pipes.map(pipe => {
    const file = createWriteStream(pipe, { flags: 'r+', fs: bulkFiles })
    file.end(Buffer.alloc(bytes))
    return file
  })
  await Promise.all(writes.map(file => new Promise(opened => file.once('open', opened))))
  expect((await stat(folder)).isDirectory()).toBe(true)

  const read = pipes.map(pipe => run('head', ['-c', String(bytes), pipe], { encoding: 'buffer' }))
  for (const { stdout } of await Promise.all(read)) expect(stdout).toHaveLength(bytes)
  await Promise.all(writes.map(file => finished(file)))
  await rm(folder, { recursive: true })
})
