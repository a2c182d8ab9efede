import { expect, test } from 'vitest'
import { sources, specifiersOf } from '#test/harness/imports.ts'
import { type Node, nameOf, nodesOf, stringIn, textOf } from '#test/harness/syntax.ts'

const home = 'server/core/media/'
const files = sources('server').filter(file => !/(\.test\.ts|\/testing\.ts)$/.test(file))
const outside = files.filter(file => !file.startsWith(home))
const having = (list: string[], matches: (node: Node) => boolean) =>
  list.filter(file => [...nodesOf(file)].some(matches))

/** What only a complete call of ffmpeg or ffprobe contains: its name, inputs, stream copies, output. */
const callOnly =
  /^(?:ffmpeg|ffprobe|-i|-f|-map|-map_metadata|-map_chapters|-dn|-protocol_whitelist|-hide_banner|-nostdin|pipe:\d)$/
const isOfCall = (node: Node) => callOnly.test(stringIn(node) ?? '')

test('commands for ffmpeg and ffprobe are built in one place', () => {
  expect(having(outside, isOfCall)).toEqual([])
  expect(having(files, isOfCall)).not.toEqual([])
})

test('they are started in one place', () => {
  const starters = files.filter(file => specifiersOf(file).some(({ name }) => name === 'node:child_process'))
  expect(starters.filter(file => file.startsWith(home))).not.toEqual([])
  // The embedded database is the only other child process.
  for (const file of starters.filter(f => !f.startsWith(home)))
    expect(textOf(file)).not.toMatch(/ff(mpeg|probe)/)
})

test('no code passes its own argument list off as a command', () => {
  const passesOff = ({ type, typeAnnotation, key }: Node) =>
    (type === 'TSAsExpression' && nameOf((typeAnnotation as Node).typeName) === 'MediaCommand') ||
    nameOf(key) === 'argv'
  expect(having(outside, passesOff)).toEqual([])
})
