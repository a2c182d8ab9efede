import { expect, test } from 'vitest'
import { bindFields } from './fields.ts'

interface Form {
  title: string
  kind: 'wide' | 'vertical'
  count: number
}

test('binds a field to its part of the form, and changes only that part', () => {
  const form: Form = { title: 'Jump', kind: 'wide', count: 2 }
  const changes: Partial<Form>[] = []
  const field = bindFields(form, part => changes.push(part))
  expect(field('title').value).toBe('Jump')
  field('title').onChange({ target: { value: 'Landing' } })
  field('kind').onChange({ target: { value: 'vertical' } })
  expect(changes).toEqual([{ title: 'Landing' }, { kind: 'vertical' }])
})
