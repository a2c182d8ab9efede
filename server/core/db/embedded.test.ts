import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { scratchFolder } from '#test/media/make.ts'
import { findBinaries, startEmbedded } from './embedded.ts'

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

test('data survives a restart, and the database of a killed server is taken over', async () => {
  const folder = path.join(await scratchFolder(), 'postgres')
  const first = await startEmbedded({ folder })
  await ask(first.url('postgres'), 'create table kept as select 42 as answer')
  await first.stop()

  const code = `import { findBinaries, startEmbedded } from ${JSON.stringify(path.resolve(import.meta.dirname, 'embedded.ts'))}
    const d = await startEmbedded({ folder: ${JSON.stringify(folder)} }); console.log(d.url('postgres')); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const started = await ask(String(line).trim(), 'select pg_postmaster_start_time()::text')
  child.kill('SIGKILL')
  await once(child, 'exit')

  const again = await startEmbedded({ folder })
  try {
    expect(await ask(again.url('postgres'), 'select pg_postmaster_start_time()::text')).toBe(started)
    expect(await ask(again.url('postgres'), 'select answer from kept')).toBe(42)
  } finally {
    await again.stop()
  }
  await expect(ask(again.url('postgres'), 'select 1')).rejects.toThrow()
})

test('answers by its socket, and by TCP only where the folder can have none', async () => {
  const folders = [await scratchFolder(), path.join(await scratchFolder(), 'my rides')]
  const bySocket = folders.map(async folder => {
    const database = await startEmbedded({ folder: path.join(folder, 'postgres') })
    try {
      return (await ask(database.url('postgres'), 'select inet_server_addr() is null')) as boolean
    } finally {
      await database.stop()
    }
  })
  expect(await Promise.all(bySocket)).toEqual([true, false])
})

test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'runs for root with its programs and data in a folder closed to other users',
  async () => {
    const closed = path.join(await scratchFolder(), 'closed')
    await mkdir(closed, { mode: 0o700 })
    const { postgres } = await findBinaries()
    const native = path.join(closed, 'native')
    await cp(path.resolve(postgres, '../..'), native, { recursive: true, verbatimSymlinks: true })
    const at = (name: string) => path.join(native, 'bin', name)
    const database = await startEmbedded({
      folder: path.join(closed, 'postgres'),
      binaries: { postgres: at('postgres'), initdb: at('initdb') },
    })
    try {
      expect(await ask(database.url('postgres'), 'select 1')).toBe(1)
    } finally {
      await database.stop()
    }
  },
)
