import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reportOnCameras } from './report-cameras.ts'
import { reportOnDriving } from './report-driving.ts'
import { reportOnGoPros } from './report-gopro.ts'
import { reportOnSurfaces } from './report-surfaces.ts'

const datasets = [
  { folder: 'driving', report: reportOnDriving },
  { folder: 'anomalies/data/gonzalez_2017', report: reportOnSurfaces },
  { folder: 'gopro2gpx/samples', report: reportOnGoPros },
  { folder: 'cameras', report: reportOnCameras },
]

/**
 * What the detectors find in real sensor logs, as Markdown. docs/evaluation.md lists where the logs are
 * published.
 * @param folder contains the datasets as `driving`, `anomalies`, `gopro2gpx` and `cameras`; each may be missing
 * @throws Error when it contains none of them
 */
export async function reportOnRealLogs(folder: string): Promise<string> {
  const there = datasets.filter(dataset => existsSync(join(folder, dataset.folder)))
  if (there.length === 0)
    throw new Error(`${folder} holds none of ${datasets.map(dataset => dataset.folder).join(', ')}.`)
  const parts: string[] = []
  for (const dataset of there) parts.push(await dataset.report(join(folder, dataset.folder)))
  return parts.join('\n\n')
}
