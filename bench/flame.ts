import { readdir, readFile, writeFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** What V8 writes: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
interface Profile {
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number }
    children?: number[]
  }[]
  samples: number[]
  timeDeltas: number[]
}

const root = path.resolve(import.meta.dirname, '..')
/** Idle time is no part of what a program does. */
const idle = ['(idle)', '(program)', '(root)']

/** Settings that make a Node program write its profile into a folder when it ends. */
export const profiled = (folder: string) => ({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` })

/** A place in a bundle as one in its sources. */
function sourcesOf(): (frame: Profile['nodes'][number]['callFrame']) => Promise<string> {
  const maps = new Map<string, Promise<SourceMap | null>>()
  return async ({ functionName, url, lineNumber, columnNumber }) => {
    const name = functionName || '(anonymous)'
    if (!url.startsWith('file:')) return url ? `${name} ${url}` : name
    const file = fileURLToPath(url)
    if (!maps.has(file))
      maps.set(
        file,
        readFile(`${file}.map`, 'utf8').then(
          text => new SourceMap(JSON.parse(text)),
          () => null,
        ),
      )
    const entry = (await maps.get(file))?.findEntry(lineNumber, columnNumber)
    const source =
      entry && 'originalSource' in entry ? path.resolve(path.dirname(file), entry.originalSource) : file
    return `${name} ${path.relative(root, source).replace(/^.*node_modules\//, '')}`
  }
}

/**
 * Writes the profile in a folder as a flame graph in text: each line a function with its share of the processor time,
 * what it calls further in; what takes less than a hundredth is left out. Node's own parts have no file of ours.
 * @param title its first line
 */
export async function writeFlame(folder: string, file: string, title: string): Promise<void> {
  const [name] = (await readdir(folder)).filter(one => one.endsWith('.cpuprofile'))
  if (!name) throw new Error(`No profile was written into ${folder}`)
  const profile: Profile = JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  const nodes = new Map(profile.nodes.map(node => [node.id, node]))
  const own = new Map<number, number>()
  for (const [n, id] of profile.samples.entries())
    own.set(id, (own.get(id) ?? 0) + Math.max(0, profile.timeDeltas[n] ?? 0))
  for (const node of profile.nodes) if (idle.includes(node.callFrame.functionName)) own.delete(node.id)
  const total = new Map<number, number>()
  const sum = (id: number): number => {
    const all = (nodes.get(id)?.children ?? []).reduce((so, child) => so + sum(child), own.get(id) ?? 0)
    total.set(id, all)
    return all
  }
  const [top] = profile.nodes
  if (!top) throw new Error('The profile is empty')
  const whole = sum(top.id)
  const nameOf = sourcesOf()
  const lines = [title, '']
  const write = async (id: number, depth: number): Promise<void> => {
    const children = [...(nodes.get(id)?.children ?? [])].sort(
      (a, b) => (total.get(b) ?? 0) - (total.get(a) ?? 0),
    )
    for (const child of children) {
      const share = (100 * (total.get(child) ?? 0)) / whole
      if (share < 1) continue
      const frame = nodes.get(child)!.callFrame
      lines.push(`${share.toFixed(1).padStart(5)}% ${'  '.repeat(depth)}${await nameOf(frame)}`)
      await write(child, depth + 1)
    }
  }
  await write(top.id, 0)
  await writeFile(file, `${lines.join('\n')}\n`)
}
