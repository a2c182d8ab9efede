import { code } from './klv.ts'

/**
 * The streams that the analysis can use. `rows`: one sample per repeat, all fields numbers. The others have
 * one KLV per sample: `classes` pairs of FourCC and share, `pairs` lists of equal groups, `faces` boxes of
 * faces. Source of names, rates and units: https://github.com/gopro/gpmf-parser
 */
export interface StreamKind {
  fourcc: string
  shape: 'rows' | 'classes' | 'pairs' | 'faces'
  /** numbers per sample; fewer means damage, null accepts what the camera writes */
  axes: number | null
  /** 64-bit values */
  precise?: boolean
  columns?: string[]
  /** used when the stream gives none */
  units?: string
}

const GPS5_COLUMNS = ['latitude', 'longitude', 'altitude', 'speed2d', 'speed3d']

const kinds: StreamKind[] = [
  { fourcc: 'ACCL', shape: 'rows', axes: 3, units: 'm/s²' },
  { fourcc: 'GYRO', shape: 'rows', axes: 3, units: 'rad/s' },
  { fourcc: 'MAGN', shape: 'rows', axes: null, units: 'µT' },
  { fourcc: 'GPS5', shape: 'rows', axes: 5, precise: true, columns: GPS5_COLUMNS },
  {
    fourcc: 'GPS9',
    shape: 'rows',
    axes: 9,
    precise: true,
    columns: [...GPS5_COLUMNS, 'daysSince2000', 'secondsOfDay', 'precision', 'fix'],
  },
  { fourcc: 'GRAV', shape: 'rows', axes: 3 },
  { fourcc: 'CORI', shape: 'rows', axes: 4, columns: ['w', 'x', 'y', 'z'] },
  { fourcc: 'IORI', shape: 'rows', axes: 4, columns: ['w', 'x', 'y', 'z'] },
  { fourcc: 'SCEN', shape: 'classes', axes: null },
  { fourcc: 'WNDM', shape: 'rows', axes: 2, columns: ['enabled', 'meter'] },
  { fourcc: 'MWET', shape: 'rows', axes: 3, columns: ['wet', 'allMicrophones', 'confidence'] },
  { fourcc: 'AALP', shape: 'rows', axes: 2, columns: ['rms', 'peak'], units: 'dBFS' },
  { fourcc: 'SHUT', shape: 'rows', axes: 1, units: 's' },
  { fourcc: 'ISOE', shape: 'rows', axes: 1 },
  { fourcc: 'YAVG', shape: 'rows', axes: 1 },
  { fourcc: 'UNIF', shape: 'rows', axes: 1 },
  { fourcc: 'HUES', shape: 'pairs', axes: null },
  { fourcc: 'FACE', shape: 'faces', axes: 5, columns: ['count', 'x', 'y', 'width', 'height'] },
]

export const streamKinds: ReadonlyMap<number, StreamKind> = new Map(
  kinds.map(kind => [code(kind.fourcc), kind]),
)
