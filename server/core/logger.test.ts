import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

test('logs an error with its code and causes, but without attached objects', () => {
  const { err: serialize } = Reflect.get(createLogger('silent'), Symbol.for('pino.serializers'))
  const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
    code: '57P01',
    client: { password: 'secret' },
  })
  const shown = serialize(error)
  expect(shown).toMatchObject({ type: 'Error', message: 'outer', code: '57P01', cause: { message: 'inner' } })
  expect(JSON.stringify(shown)).not.toContain('secret')
})

test('text has its values in words, and nothing that was sent can look like an entry', async () => {
  const to = new PassThrough({ encoding: 'utf8' })
  const log = createLogger('info', 'text', to).child({ reqId: 'req-7' })
  log.info({ name: 'GX01\n[2026-11-29 02:00:00] INFO: forged\u001b[31m', parts: ['a', 'b'] }, 'read')
  log.error(
    { err: new Error('no room\n[2026-11-29 02:00:00] INFO: forged', { cause: new Error('full') }) },
    'lost',
  )
  log.debug('not shown')
  to.end()
  const text = (await to.toArray()).join('')
  const entries = text.split(/\n(?! )/).filter(Boolean)
  expect(entries.map(entry => entry.replace(/^\[[-\d: ]+\] /, ''))).toEqual([
    'INFO: read (reqId req-7, name GX01\\n[2026-11-29 02:00:00] INFO: forged\\u001b[31m, parts a, b)',
    expect.stringMatching(
      /^ERROR: lost \(reqId req-7\)\n {4}Error: no room\n {4}\[2026.*\n {4}because of:\n {4}Error: full\n/s,
    ),
  ])
  expect(text).not.toMatch(/[{}]/)
})
