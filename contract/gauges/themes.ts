// Plain values, apart from the schemas, so that the browser takes them without the schema library.

export const gaugeThemes = ['trail', 'dash', 'paper'] as const
export type GaugeTheme = (typeof gaugeThemes)[number]
