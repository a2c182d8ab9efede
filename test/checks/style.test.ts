import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { styleFaults } from './style-words.ts'

const root = path.resolve(import.meta.dirname, '../..')
const below = (folder: string, recursive: boolean) =>
  readdirSync(path.join(root, folder), { recursive, encoding: 'utf8' }).map(file => path.join(folder, file))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length
/** As many spaces as characters, so that lines and places stay. */
const blank = (part: string) => part.replace(/[^\n]/g, ' ')

/** The specification's own words, which stay as they are. */
const quoted = new Set(['docs/contract.md'])
const pages = [...below('.', false), ...below('docs', true)].filter(
  file => file.endsWith('.md') && !quoted.has(file),
)
const texts = ['web', 'server']
  .flatMap(folder => below(folder, true))
  .filter(file => /\/(texts|sentences)\.ts$|\/[a-z]+-texts\.ts$|\/sentences\/.*\.ts$/.test(file))

const faultsIn = (file: string, text: string) =>
  styleFaults(text).map(({ word, instead, index }) => `${file}:${lineOf(text, index)} “${word}”: ${instead}`)

test('docs avoid the words of our list', () => {
  const withoutCode = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)\n]*\)/g, blank)
  expect(pages.flatMap(file => faultsIn(file, withoutCode(read(file))))).toEqual([])
})

test('texts of the product avoid the words of our list', () => {
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, blank)
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.flatMap(file => faultsIn(file, withoutComments(read(file))))).toEqual([])
})

test('test names avoid the words of our list', () => {
  const files = ['bench', 'contract', 'gauges', 'sandbox', 'server', 'telemetry', 'test', 'web']
    .flatMap(folder => below(folder, true))
    .filter(file => /\.(test|spec)\.tsx?$/.test(file))
  const names = (text: string) =>
    [...text.matchAll(/\b(?:test|describe|it)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g)].map(match => match[2] ?? '')
  expect(files.length).toBeGreaterThan(200)
  expect(files.flatMap(file => names(read(file)).flatMap(name => faultsIn(file, name)))).toEqual([])
})

test('comments avoid the words of our list', () => {
  const sources = ['bench', 'contract', 'sandbox', 'scripts', 'server', 'telemetry', 'test', 'web']
    .flatMap(folder => below(folder, true))
    .filter(file => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('style-words.ts'))
  const comments = (text: string) => text.match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? []
  expect(sources.flatMap(file => comments(read(file)).flatMap(comment => faultsIn(file, comment)))).toEqual(
    [],
  )
})
