// Plain values, apart from the schemas, so that the browser takes them without the schema library.

/** Frames a second of every reel that a person makes: beats of the music beds are whole numbers of these. */
export const reelFps = 30

/** How long a reel may be, seconds, without its title card. */
export const reelTargets = [15, 30, 60] as const
export type ReelTarget = (typeof reelTargets)[number]

/** How a reel is held: upright 9:16, square, or as wide as the video. */
export const reelShapes = ['upright', 'square', 'wide'] as const
export type ReelShape = (typeof reelShapes)[number]

export const mostPieces = 30
export const shortestPiece = 0.5
export const longestTitle = 60
/** Reels that one video may have. */
export const mostReels = 30

/** Width by height of the picture; null: as the video is. */
export const aspectOf: Record<ReelShape, number | null> = { upright: 9 / 16, square: 1, wide: null }

/** Seconds that a title card stays, before its end is moved to a beat. */
export const titleSeconds = 2

/** Part of its level that the sound of the ride keeps under music: 13 dB less. */
export const duckedLevel = 0.22

/** A jump's peak: how long before and after it is slowed down, seconds of the ride, and to which part of its speed. */
export const slowMotion = { reach: 0.4, speed: 0.5 } as const
