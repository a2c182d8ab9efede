import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** A node of the parsed declarations; the parser's own types cover less than is read here. */
// biome-ignore lint/suspicious/noExplicitAny: nodes of every kind
export type Node = any

export interface Scope {
  file: string
  /** the namespaces around it, outermost first */
  space: string[]
}
export interface Declaration {
  node: Node
  file: string
  name: string
  /** the scope in which names inside it are resolved */
  scope: Scope
}
interface Module {
  declared: Map<string, Declaration>
  imported: Map<string, { file: string; name: string }>
}
export type Types = ReturnType<typeof openTypes>

function nameOf(node: Node): string {
  return node.type === 'TSQualifiedName' ? `${nameOf(node.left)}.${node.right.name}` : node.name
}

/** A file's declarations, with their namespaces, and its imports. */
function readModule(folder: string, file: string): Module {
  const source = path.join(folder, `${file}.d.ts`)
  const module: Module = { declared: new Map(), imported: new Map() }
  const text = readFileSync(source, 'utf8')
  const walk = (body: Node[], space: string[]) => {
    for (const statement of body) {
      const node = statement.declaration ?? statement
      if (node.type === 'ImportDeclaration')
        for (const one of node.specifiers)
          if (one.type === 'ImportSpecifier')
            module.imported.set(one.local.name, {
              file: path.normalize(path.join(path.dirname(file), node.source.value)).replace(/\.js$/, ''),
              name: one.imported.name,
            })
      if (node.type === 'TSModuleDeclaration') walk(node.body.body, [...space, ...nameOf(node.id).split('.')])
      if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') {
        const name = [...space, node.id.name].join('.')
        const before = module.declared.get(name)
        if (!before) module.declared.set(name, { node, file, name, scope: { file, space } })
      }
    }
  }
  walk(parseSync(source, text).program.body, [])
  return module
}

/** The declarations of the stripe package, read on demand. @param folder of its .d.ts files */
export function openTypes(folder: string) {
  const modules = new Map<string, Module>()
  const moduleOf = (file: string): Module => {
    const known = modules.get(file) ?? readModule(folder, file)
    modules.set(file, known)
    return known
  }

  /** The declaration a name refers to; undefined when the package declares it elsewhere. */
  const find = (name: string, { file, space }: Scope): Declaration | undefined => {
    const module = moduleOf(file)
    for (let depth = space.length; depth >= 0; depth--) {
      const found = module.declared.get([...space.slice(0, depth), name].join('.'))
      if (found) return found
    }
    const [first = '', ...rest] = name.split('.')
    const from = module.imported.get(first)
    if (!from || !existsSync(path.join(folder, `${from.file}.d.ts`))) return undefined
    return find([from.name, ...rest].join('.'), { file: from.file, space: [] })
  }

  /** 'Invoice.Parent'; names of API v2 get a prefix. */
  const idOf = ({ file, name }: Declaration): string => (file.includes('V2') ? `V2.${name}` : name)
  /** 'Invoices#Invoice': file below resources and name */
  const placeOf = ({ file, name }: Declaration): string => `${file.replace(/^resources\//, '')}#${name}`

  const members = (
    node: Node,
    scope: Scope,
  ): { key: string; optional: boolean; type: Node; scope: Scope }[] => [
    ...(node.extends ?? []).flatMap((one: Node) => {
      const parent = find(nameOf(one.expression), scope)
      return parent ? members(parent.node, parent.scope) : []
    }),
    ...node.body.body
      .filter((one: Node) => one.type === 'TSPropertySignature')
      .map((one: Node) => ({
        key: one.key.name ?? one.key.value,
        optional: one.optional,
        type: one.typeAnnotation.typeAnnotation,
        scope: { file: scope.file, space: [...scope.space] },
      })),
  ]

  /** @param id 'Invoices#Invoice': file below resources and name */
  const needed = (id: string): Declaration => {
    const [file = '', name = ''] = id.split('#')
    const found = moduleOf(path.join('resources', file)).declared.get(name)
    if (!found) throw new Error(`The stripe package declares no ${id}`)
    return found
  }
  return { find, idOf, members, needed, nameOf, placeOf }
}
