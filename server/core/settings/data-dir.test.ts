import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '#test/media/make.ts'
import { DataDirTakenError, holdDataDir, openScratch } from './data-dir.ts'

const folders = async () => [await scratchFolder(), path.join(await scratchFolder(), 'x'.repeat(120))]

/** Another process that calls a function of this module. */
async function inAnotherProcess(call: string) {
  const code = `import { holdDataDir, openScratch } from ${JSON.stringify(path.resolve(import.meta.dirname, 'data-dir.ts'))}
    await ${call}; console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return {
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('a second server on the same folder is refused until the first releases it', async () => {
  const folder = await scratchFolder()
  const first = await holdDataDir(folder)
  await expect(holdDataDir(folder)).rejects.toThrow(DataDirTakenError)
  await first.release()
  await (await holdDataDir(folder)).release()
})

test("a killed server's lock is free right away, even under a long path", async () => {
  for (const folder of await folders()) {
    const other = await inAnotherProcess(`holdDataDir(${JSON.stringify(folder)})`)
    await expect(holdDataDir(folder)).rejects.toThrow(DataDirTakenError)
    await other.kill()
    await (await holdDataDir(folder)).release()
  }
})

test('servers with the same database share a folder, and none with another database gets in', async () => {
  const [mine, other] = ['postgres://web@db.lan/trailcut', 'postgres://web@db.lan/other']
  for (const folder of await folders()) {
    const first = await inAnotherProcess(`holdDataDir(${JSON.stringify(folder)}, '${mine}')`)
    const second = await holdDataDir(folder, 'postgres://worker@db.lan/trailcut')
    await expect(holdDataDir(folder, other)).rejects.toThrow(/with another DATABASE_URL/)
    await expect(holdDataDir(folder)).rejects.toThrow(DataDirTakenError)
    await second.release()
    await expect(holdDataDir(folder, other)).rejects.toThrow(DataDirTakenError)
    await first.kill()
    const embedded = await holdDataDir(folder)
    await expect(holdDataDir(folder, mine)).rejects.toThrow(DataDirTakenError)
    await embedded.release()
    await (await holdDataDir(folder, other)).release()
  }
})

test('a start deletes the temporary files of processes that died, and of no other', async () => {
  for (const folder of await folders()) {
    const killed = await inAnotherProcess(`openScratch(${JSON.stringify(folder)})`)
    const [left = ''] = (await readdir(path.join(folder, 'tmp'))).filter(name => !name.endsWith('.lock'))
    await writeFile(path.join(folder, 'tmp', left, 'original.mp4'), 'x')
    const living = await openScratch(folder)
    await writeFile(path.join(living.folder, 'a'), 'x')
    await killed.kill()
    const last = await openScratch(folder)
    expect(existsSync(path.join(folder, 'tmp', left))).toBe(false)
    expect(existsSync(path.join(living.folder, 'a'))).toBe(true)
    await living.release()
    await last.release()
    expect(await readdir(path.join(folder, 'tmp'))).toEqual([])
  }
})
