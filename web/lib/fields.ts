import { useState } from 'react'

/** The names of a form's text and choice fields. */
type TextField<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T]

/**
 * The props that bind a text field or a choice to one of a form's fields. @returns by the name of the field, its
 * `value` and `onChange`
 */
export const bindFields =
  <T extends object>(fields: T, change: (part: Partial<T>) => void) =>
  <K extends TextField<T>>(name: K) => ({
    value: fields[name] as string,
    // A choice only has the values it was given.
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value } as Partial<T>),
  })

/** The fields of a form as one value, with `change` for some of them and `field` for the props of one. */
export function useFields<T extends object>(initial: T) {
  const [fields, setFields] = useState(initial)
  const change = (part: Partial<T>) => setFields(now => ({ ...now, ...part }))
  return { fields, change, field: bindFields(fields, change) }
}
