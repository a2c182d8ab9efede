import { parseSync } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const nameOf = (node: unknown): string => {
  const { name, value } = node as { name?: unknown; value?: unknown }
  return String(name ?? value ?? '')
}

/**
 * The strings of a module by key path, as in 'toasts.failed': templates as written, with their ${…}. Strings of one key,
 * such as those of a condition, are joined by ' | '. Imports, types and values for machines are left out.
 * @param source the module's code
 */
export function textsOfModule(file: string, source: string): Map<string, string> {
  const found = new Map<string, string>()
  const keep = (keys: string[], text: string) => {
    // A value for machines: an identifier, a key, a format.
    if (!/\p{L}/u.test(text) || /^[a-z0-9_.:/#-]+$/.test(text)) return
    const key = keys.join('.')
    const shown = text.replace(/\s+/g, ' ')
    found.set(key, found.has(key) ? `${found.get(key)} | ${shown}` : shown)
  }
  const visit = (value: unknown, keys: string[]): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, keys)
    if (!isNode(value)) return
    switch (value.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAnnotation':
      case 'TSTypeParameterInstantiation':
        return
      case 'Literal':
        if (typeof value.value === 'string') keep(keys, value.value)
        return
      case 'TemplateLiteral':
        keep(keys, source.slice(value.start + 1, value.end - 1))
        return
      case 'VariableDeclarator':
        visit(value.init, [...keys, nameOf(value.id)])
        return
      case 'Property':
        visit(value.value, [...keys, nameOf(value.key)])
        return
      default:
        for (const child of Object.values(value)) visit(child, keys)
    }
  }
  visit(parseSync(file, source).program, [])
  return found
}
