import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'
import { inlineTexts } from '#test/harness/inline-texts.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Names of keys and file formats, the same in every language. */
const allowed = new Set(['A', 'CSV', 'PDF', 'R', 'S', 'Space', 'Z'])

/** Samples that demonstrate components, not texts of the product. */
const isSample = (file: string) => file.startsWith('web/pages/ui-gallery/')

/** Translations of the contract's own words. */
const isContract = (file: string) => /^web\/languages\/[^/]+\/contract\//.test(file)

test('user-visible texts are in the texts module of their slice', () => {
  const wrong = sources('web')
    .filter(file => !/([/-]texts|\.test)\.ts$/.test(file) && !isSample(file) && !isContract(file))
    .flatMap(file =>
      inlineTexts(file, readFileSync(path.join(root, file), 'utf8'))
        .filter(({ text }) => !allowed.has(text))
        .map(({ line, text }) => `${file}:${line}: ${text}`),
    )
  expect(wrong, 'move these into texts.ts of the slice').toEqual([])
})

test.each([
  ['between tags', '<p>Not saved</p>', ['Not saved']],
  ['in a condition', "<p>{busy ? 'Saving' : texts.save}{failed && 'Try again'}</p>", ['Saving', 'Try again']],
  ['in an attribute', '<input aria-label="Search" className="h-4" />', ['Search']],
  [
    "in a name, unless it is a field's",
    '<Moment name="Started"><input name="title" /></Moment>',
    ['Started'],
  ],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be read
  ['in a template', '<a title={`Go to ${clock}`} href={`/videos/${id}`} />', ['Go to']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be read
  ['between two values', 'const spoken = `${clock(now)} of ${clock(end)}`', ['of']],
  ['in a toast', "toast({ title: 'Saved', variant: 'destructive' })", ['Saved']],
  ['as a default', "const Wait = ({ label = 'Loading' }) => <i>{label}</i>", ['Loading']],
  ['not in what is compared or passed on', "<p>{state === 'idle' && words.of('idle')} · {3}</p>", []],
])('finds a text %s', (_where, code, texts) => {
  expect(inlineTexts('sample.tsx', code).map(({ text }) => text)).toEqual(texts)
})
