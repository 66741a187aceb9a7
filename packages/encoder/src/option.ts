/** Holds the option `name` to whole numbers from `least`. @throws Error that says what it is and what was expected. */
export function checkWhole(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) {
    throw new Error(`${name} is ${value}; expected a whole number of at least ${least}`)
  }
}
