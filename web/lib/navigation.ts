let navigated = false

/** From now on a page that appears was navigated to, not loaded: its heading takes the focus. */
export const markNavigation = (): void => {
  navigated = true
}
export const wasNavigatedTo = (): boolean => navigated
