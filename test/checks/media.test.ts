import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'

const root = path.resolve(import.meta.dirname, '../..')
const home = 'server/platform/media/'
const files = sources('server').filter(file => !/(\.test\.ts|\/testing\.ts)$/.test(file))
const outside = files.filter(file => !file.startsWith(home))
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const naming = (list: string[], pattern: RegExp) => list.filter(file => pattern.test(textOf(file)))

/** What only a complete call of ffmpeg or ffprobe contains: its name, inputs, stream copies, output. */
const callOnly =
  /['"`](?:ffmpeg|ffprobe|-i|-f|-map|-map_metadata|-map_chapters|-dn|-protocol_whitelist|-hide_banner|-nostdin|pipe:\d)['"`]/

test('commands for ffmpeg and ffprobe are built in one place', () => {
  expect(naming(outside, callOnly)).toEqual([])
  expect(naming(files, callOnly).length).toBeGreaterThan(0)
})

test('they are started in one place', () => {
  const starters = naming(files, /from 'node:child_process'/)
  expect(starters.filter(file => file.startsWith(home)).length).toBeGreaterThan(0)
  // The embedded database is the only other child process.
  for (const file of starters.filter(f => !f.startsWith(home)))
    expect(textOf(file)).not.toMatch(/ff(mpeg|probe)/)
})

test('no code passes its own argument list off as a command', () => {
  expect(naming(outside, /as (unknown as )?MediaCommand|\bargv\s*[:(]/)).toEqual([])
})
