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
