import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/core/free-port.ts'
import { scratchFolder } from '#test/media/make.ts'

const script = path.resolve(import.meta.dirname, '../../scripts/audit-lock.mjs')

/** Runs the script on a lock file with two packages against a registry with these answers. */
async function audit(registry: string): Promise<{ code: number; text: string }> {
  const lock = path.join(await scratchFolder(), 'package-lock.json')
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/left': { version: '1.2.3' },
    'node_modules/left/node_modules/@a/right': { version: '4.5.6' },
    'node_modules/@a/right': { version: '5.0.0' },
  }
  await writeFile(lock, JSON.stringify({ packages }))
  return new Promise(resolve =>
    execFile(
      process.execPath,
      [script, lock],
      { env: { npm_config_registry: registry } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, text: `${stdout}${stderr}` }),
    ),
  )
}

async function registryThat(status: number, body: unknown): Promise<{ url: string; asked: unknown[] }> {
  const asked: unknown[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    asked.push(request.url, JSON.parse(text))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked }
}

test('checks every pinned version and finds no advisory', async () => {
  const { url, asked } = await registryThat(200, {})
  const { code, text } = await audit(url)
  expect([code, asked]).toEqual([
    0,
    ['/-/npm/v1/security/advisories/bulk', { left: ['1.2.3'], '@a/right': ['4.5.6', '5.0.0'] }],
  ])
  expect(text).toContain('2 packages of the lock file, 0 advisories')
})

test('an advisory is named and fails the command', async () => {
  const one = {
    severity: 'high',
    title: 'Reads too far',
    url: 'https://advisories.example/1',
    vulnerable_versions: '<2',
  }
  const { url } = await registryThat(200, { left: [one] })
  const { code, text } = await audit(url)
  expect(code).toBe(1)
  expect(text).toContain('high: left <2 (here: 1.2.3)')
})

test("an unreachable registry is reported and doesn't pass as clean", async () => {
  const none = await registryThat(404, {})
  for (const registry of [none.url, `http://127.0.0.1:${await freePort()}`]) {
    const { code, text } = await audit(registry)
    expect(code).toBe(2)
    expect(text).toMatch(/could not be asked about advisories: .+\nNothing was checked/)
  }
})
