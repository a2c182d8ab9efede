import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '#test/media/make.ts'
import { DataDirTakenError, holdDataDir } from './data-dir.ts'

test('a second server on the same folder is refused until the first releases it', async () => {
  const folder = await scratchFolder()
  const first = await holdDataDir(folder)
  await expect(holdDataDir(folder)).rejects.toThrow(DataDirTakenError)
  await first.release()
  await (await holdDataDir(folder)).release()
})

test("a killed server's lock is free right away, even under a long path", async () => {
  for (const folder of [await scratchFolder(), path.join(await scratchFolder(), 'x'.repeat(120))]) {
    const code = `import { holdDataDir } from ${JSON.stringify(path.resolve(import.meta.dirname, 'data-dir.ts'))}
      await holdDataDir(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    await expect(holdDataDir(folder)).rejects.toThrow(DataDirTakenError)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await (await holdDataDir(folder)).release()
  }
})
