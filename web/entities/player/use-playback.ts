import { useState } from 'react'
import { Playback } from './playback.ts'

/**
 * One playback for as long as the component lives.
 * @param startAt where playback starts, in seconds; only the first value counts
 */
export const usePlayback = (startAt = 0): Playback => useState(() => new Playback(startAt))[0]
