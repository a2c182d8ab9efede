import { language } from './language.ts'

const megabyte = 1024 * 1024

/** Bytes as megabytes of 1024 × 1024, the unit of the upload limit; `decimals` shown from below 10 MB. */
export function formatMegabytes(bytes: number): string {
  const value = bytes / megabyte
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)} MB`
}
export const megabytes = (bytes: number): number => bytes / megabyte

/** Bytes per second as 1.4 MB/s, or 820 KB/s below one megabyte. */
export function formatSpeed(bytesPerSecond: number): string {
  const kilo = bytesPerSecond < megabyte
  const value = bytesPerSecond / (kilo ? 1024 : megabyte)
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: kilo ? 0 : 1 }).format(value)} ${kilo ? 'KB/s' : 'MB/s'}`
}
