/** A value in Stripe's form encoding: nested by brackets, with strings as leaves. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

function place(target: Form, keys: string[], value: string): void {
  let here: Form = target
  for (const [i, key] of keys.entries()) {
    if (i === keys.length - 1) here[key] = value
    else {
      const next = here[key]
      here[key] = typeof next === 'object' ? next : {}
      here = here[key] as Form
    }
  }
}

/** Objects with the keys 0, 1, 2 … become lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([k, v]) => [k, withLists(v)] as const)
  return entries.length && entries.every(([k], i) => k === String(i))
    ? entries.map(([, v]) => v)
    : Object.fromEntries(entries)
}

/** Reads `items[0][price]=x&expand[]=y` (https://docs.stripe.com/api: application/x-www-form-urlencoded). */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null) as Form
  const lists = new Map<string, number>()
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map(part => part.replace(/\]$/, ''))
    const keys = [first, ...rest].map((key, i, all) => {
      if (key !== '' || i === 0) return key
      const list = all.slice(0, i).join('.')
      const n = lists.get(list) ?? 0
      lists.set(list, n + 1)
      return String(n)
    })
    if (keys.some(k => k === '__proto__')) continue
    place(form, keys, value)
  }
  return withLists(form) as Form
}

export const textOf = (value: FormValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
export const formOf = (value: FormValue | undefined): Form =>
  typeof value === 'object' && !Array.isArray(value) ? value : {}
export const listOf = (value: FormValue | undefined): FormValue[] => (Array.isArray(value) ? value : [])
export const metadataOf = (value: FormValue | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(formOf(value)).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : [])),
  )
