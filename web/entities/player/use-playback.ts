import { useState } from 'react'
import { Playback } from './playback.ts'

/**
 * One playback for as long as the component lives.
 * @param startAt where playing starts, in seconds; only the first one counts
 */
export const usePlayback = (startAt = 0): Playback => useState(() => new Playback(startAt))[0]
