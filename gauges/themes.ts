import type { GaugeTheme } from '#contract/gauges/themes.ts'

export interface Theme {
  /** numbers and hands */
  ink: string
  /** labels, scales and what is still to come */
  muted: string
  /** what moves: the arc, the hand, the dot on the map */
  accent: string
  /** behind each gauge; null: straight on the picture */
  panel: string | null
  panelLine: string | null
  /** around letters and lines, so that they stand out of any picture; null on a panel */
  halo: string | null
  /** how the speed is shown: an arc that fills, a hand over a dial, or a tape */
  speed: 'arc' | 'hand' | 'tape'
  /** of a panel, in 1,080ths of the picture's shorter side */
  corner: number
}

export const themes: Record<GaugeTheme, Theme> = {
  trail: {
    ink: '#ffffff',
    muted: 'rgba(255, 255, 255, 0.8)',
    accent: '#ff8146',
    panel: null,
    panelLine: null,
    halo: 'rgba(8, 14, 11, 0.62)',
    speed: 'arc',
    corner: 0,
  },
  dash: {
    ink: '#f4f7f0',
    muted: '#9caba2',
    accent: '#ff8146',
    panel: 'rgba(13, 20, 17, 0.8)',
    panelLine: 'rgba(236, 239, 232, 0.16)',
    halo: null,
    speed: 'hand',
    corner: 28,
  },
  paper: {
    ink: '#17211c',
    muted: '#57665d',
    accent: '#b8460f',
    panel: 'rgba(244, 241, 234, 0.94)',
    panelLine: null,
    halo: null,
    speed: 'tape',
    corner: 10,
  },
}
