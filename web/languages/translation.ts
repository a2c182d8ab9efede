/** Values of these keys are no words. */
type Code = 'path' | 'variant'

/**
 * What a translation of a texts module must have: every key and parameter of the English one, with words of its own.
 * Numbers and codes stay as they are.
 */
export type Translation<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Said
    ? (...given: Given) => Translation<Said>
    : T extends readonly unknown[]
      ? { readonly [Key in keyof T]: Translation<T[Key]> }
      : T extends object
        ? { readonly [Key in keyof T]: Key extends Code ? T[Key] : Translation<T[Key]> }
        : T
