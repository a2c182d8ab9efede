import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { knownUploadAnswer } from '#contract/videos.ts'
import { call } from '../../../lib/calls/call.ts'
import { describeStreams } from '../../telemetry/rules.ts'
import { codecOf } from './codec.ts'
import { fingerprintOf } from './fingerprint.ts'

export interface Preflight {
  codec: string | null
  /** the camera's sensor data, in words; null if there is none */
  telemetry: string | null
  fingerprint: string | null
  /** an earlier upload of the same file */
  known: KnownUpload | null
}

/** Every check is optional: a failed one is left out and never blocks the upload. */
const orNull = <T>(looking: Promise<T | null>): Promise<T | null> => looking.catch(() => null)

async function telemetryOf(file: File): Promise<string | null> {
  const { readTelemetryOf } = await import('../../telemetry/read-telemetry.ts')
  const found = await readTelemetryOf(file)
  if (!found) return null
  return [found.device, describeStreams(found.streams)].filter(Boolean).join(': ') || null
}

async function look(file: File): Promise<Preflight> {
  const fingerprint = await orNull(fingerprintOf(file))
  const [codec, telemetry, known] = await Promise.all([
    orNull(codecOf(file)),
    orNull(telemetryOf(file)),
    fingerprint === null ? null : orNull(findKnownUpload(fingerprint)),
  ])
  return { codec, telemetry, fingerprint, known }
}

/** What can be found out about a file before the upload. Reads a few megabytes of it at most. */
export const usePreflight = (file: File): Preflight | null =>
  useQuery({
    queryKey: ['preflight', file.name, file.size, file.lastModified],
    queryFn: () => look(file),
    staleTime: 0,
    gcTime: 0,
  }).data ?? null

export type KnownUpload = NonNullable<z.infer<typeof knownUploadAnswer>>

/** The rider's own upload of the same file; null if there is none. */
const findKnownUpload = (fingerprint: string): Promise<KnownUpload | null> =>
  call('knownUpload', { query: { fingerprint } })
