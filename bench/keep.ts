import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The published figures. */
export const figuresFile = path.resolve(import.meta.dirname, '../docs/figures.json')

/** What a bench measured, by the bench's name. */
export type Figures = Record<string, { measured: string; command: string; values: Record<string, number> }>

export const readFigures = async (file = figuresFile): Promise<Figures> =>
  JSON.parse(await readFile(file, 'utf8'))

/**
 * Keeps what a bench measured in docs/figures.json, from which the README states it. Only with KEEP_FIGURES=1: a run on
 * a busy machine must not change the published figures. `node bench/readme.ts` then writes the README's table. With a
 * path instead of 1, that file is written.
 * @param name the bench's file without its ending
 * @param values by name; what is left out keeps the value it had
 */
export async function keepFigures(name: string, values: Record<string, number>): Promise<void> {
  const wanted = process.env.KEEP_FIGURES
  if (!wanted) return
  const file = wanted === '1' ? figuresFile : wanted
  const figures = await readFigures(file)
  const before = figures[name]
  figures[name] = {
    measured: new Date().toISOString().slice(0, 10),
    command: before?.command ?? `node bench/${name}.ts`,
    values: { ...before?.values, ...values },
  }
  await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`)
}
