import { useState } from 'react'

/** A highlight that was picked for a comparison, with the ends that staff set. Seconds. */
export interface Take {
  videoId: string
  streamId: string
  /** of the video */
  title: string
  /** in the newest analysis */
  index: number
  description: string
  /** 0 to 1 */
  score: number
  start: number
  end: number
}

const isSame = (a: Take, b: Take) => a.videoId === b.videoId && a.index === b.index

/** Up to two takes, of one ride or of two; they stay picked while other rides are opened. */
export function useTakes() {
  const [takes, setTakes] = useState<readonly Take[]>([])
  return {
    takes,
    has: (videoId: string, index: number) =>
      takes.some(take => take.videoId === videoId && take.index === index),
    /** Picks a take; one that was picked already is put back. */
    toggle: (take: Take) =>
      setTakes(now =>
        now.some(one => isSame(one, take)) ? now.filter(one => !isSame(one, take)) : [...now, take].slice(-2),
      ),
    clear: () => setTakes([]),
  }
}

export type Takes = ReturnType<typeof useTakes>
