// The types of the vendored module, as far as the page uses it.
export type Node = any;
export function h(type: any, props: any, ...children: any[]): Node;
export function html(strings: TemplateStringsArray, ...values: any[]): Node;
export function render(node: Node, parent: Element): void;
export class Component<P = any, S = any> {
  props: P;
  state: S;
  setState(state: Partial<S>): void;
  render(): Node;
}
export function createContext<T>(value: T): any;
export function useState<T>(initial: T | (() => T)): [T, (value: T | ((before: T) => T)) => void];
export function useState(initial: null): [any, (value: any) => void];
export function useReducer<S>(reducer: (state: S, action?: any) => S, initial: S): [S, (action?: any) => void];
export function useEffect(effect: () => void | undefined | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | undefined | (() => void), inputs?: unknown[]): void;
export function useRef(initial: null): { current: any };
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useCallback<T>(callback: T, inputs: unknown[]): T;
export function useContext(context: any): any;
export function useImperativeHandle(reference: any, make: () => any, inputs?: unknown[]): void;
export function useDebugValue(value: unknown): void;
export function useErrorBoundary(report?: (error: any) => void): [any, () => void];
