import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MusicBeats, MusicFile } from '#contract/reels/music.ts'
import { ownMusicOf, startOfMusic } from '#contract/reels/music-limits.ts'
import type { ReelPlan } from '#contract/reels/reels.ts'
import { musicQuery } from './calls.ts'
import type { Playable } from './music.ts'

const none: readonly MusicFile[] = []

/** The music that was brought for a video, and what of it a plan plays. */
export function useMusic(
  videoId: string,
  music: ReelPlan['music'],
): {
  files: readonly MusicFile[]
  /** loads the list again; null unless that failed */
  retry: (() => void) | null
  playable: Playable | null
  beats: MusicBeats | null
} {
  const { data, isError, refetch } = useQuery(musicQuery(videoId))
  const files = data ?? none
  const own = ownMusicOf(music)
  const from = startOfMusic(music)
  const bed = typeof music === 'string' ? music : null
  const { url = null, duration = null, beats = null } = files.find(({ id }) => id === own) ?? {}
  const playable = useMemo(
    () => bed ?? (url && duration !== null ? { url, from, seconds: duration - from } : null),
    [bed, url, duration, from],
  )
  return { files, retry: !data && isError ? () => void refetch() : null, playable, beats }
}
