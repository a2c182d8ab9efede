import { useState } from 'react'
import { Playback } from './playback.ts'

/** One playback for as long as the component lives. */
export const usePlayback = (): Playback => useState(() => new Playback())[0]
