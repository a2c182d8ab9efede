import { type RouteName, routes } from './routes.ts'

export type Method = 'DELETE' | 'GET' | 'HEAD' | 'PATCH' | 'POST' | 'PUT'

type PathOf<R extends string> = R extends `${string} ${infer P}` ? P : never
/** The names in braces, in order. */
type Names<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? [N, ...Names<Rest>] : []
type Values<T extends readonly unknown[]> = { [K in keyof T]: string | number }
type Address<P extends string> = Names<P> extends [] ? P : (...values: Values<Names<P>>) => string

export type ParamName<N extends RouteName> = Names<PathOf<(typeof routes)[N]>>[number]

/** The method of a call and its address with names in braces. */
export function routeOf(name: RouteName): { method: Method; path: string } {
  const [method, path] = routes[name].split(' ') as [Method, string]
  return { method, path }
}

/**
 * The address of a call with its parameters filled in. @param params by name; a missing one stays in braces
 */
export const addressOf = (name: RouteName, params: Readonly<Record<string, string | number>> = {}): string =>
  routeOf(name).path.replace(/\{(\w+)\}/g, (whole, key: string) =>
    params[key] === undefined ? whole : encodeURIComponent(params[key]),
  )

const filledIn = (path: string, values: readonly (string | number)[]): string => {
  let next = 0
  return path.replace(/\{\w+\}/g, () => String(values[next++]))
}

type Addresses = { readonly [N in RouteName]: Address<PathOf<(typeof routes)[N]>> }

/** Every address by name: a string, or a function of its parameters in order. */
export const api = Object.fromEntries(
  Object.entries(routes).map(([name, route]) => {
    const path = route.slice(route.indexOf(' ') + 1)
    return [name, path.includes('{') ? (...values: (string | number)[]) => filledIn(path, values) : path]
  }),
) as Addresses

/** The address of a frame of a video, `height` pixels high. */
export const frameAddress = (streamId: string, seconds: number, height: number): string =>
  `${api.thumbnail(streamId)}?time=${seconds}s&height=${height}`

/**
 * The page of a video. @param seconds where playback starts; defaults to the beginning
 */
export const videoPage = (id: string, seconds?: number): string =>
  `${api.videoPage(id)}${seconds === undefined ? '' : `?t=${Math.floor(seconds)}`}`

/**
 * Where playback starts by the address of a page, in seconds: `?t=83` or `?t=83.5`; 0 for anything else, and past the
 * end.
 * @param search the value of `t`. @param duration seconds, 0 while unknown
 */
export function startOf(search: string | null, duration: number): number {
  if (search === null || !/^\d{1,6}(\.\d+)?$/.test(search)) return 0
  const seconds = Number(search)
  return duration > 0 && seconds >= duration ? 0 : seconds
}

/** The height of the picture on a video's page before it plays, in pixels. */
export const pagePosterHeight = 720

/**
 * The address of a video's current cover, `height` pixels high. It stays the same when another frame is chosen, unless
 * it has the version of an uploaded image.
 */
export const coverAddress = (streamId: string, height: number, version?: string): string =>
  `${api.thumbnail(streamId)}?time=cover&height=${height}${version ? `&version=${version}` : ''}`

/**
 * What a page shows of a video before it plays: the frame where playback starts, else the cover.
 * @param startAt seconds. @param cover its address if known, in `pagePosterHeight`
 */
export const posterAt = (streamId: string, startAt: number, cover: string | null): string =>
  startAt > 0
    ? frameAddress(streamId, Math.floor(startAt), pagePosterHeight)
    : (cover ?? coverAddress(streamId, pagePosterHeight))
