import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MusicBeats, MusicFile } from '#contract/reels/music.ts'
import { ownMusicOf } from '#contract/reels/music-limits.ts'
import type { ReelPlan } from '#contract/reels/reels.ts'
import { musicQuery } from './calls.ts'
import type { Playable } from './music.ts'

const none: readonly MusicFile[] = []

/** The music that was brought for a video, and what of it a plan plays. */
export function useMusic(
  videoId: string,
  music: ReelPlan['music'],
): { files: readonly MusicFile[]; playable: Playable | null; beats: MusicBeats | null } {
  const { data: files = none } = useQuery(musicQuery(videoId))
  const own = ownMusicOf(music)
  const bed = typeof music === 'string' ? music : null
  const { url = null, duration = null, beats = null } = files.find(({ id }) => id === own) ?? {}
  const playable = useMemo(
    () => bed ?? (url && duration !== null ? { url, seconds: duration } : null),
    [bed, url, duration],
  )
  return { files, playable, beats }
}
