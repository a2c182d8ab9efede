let navigated = false

/** From now on pages appear by navigation, not by loading: their headings take the focus. */
export const markNavigation = (): void => {
  navigated = true
}
export const wasNavigatedTo = (): boolean => navigated
