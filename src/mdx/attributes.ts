/**
 * Reads the attributes of MDX components: strings, and literal values in braces. Throws a `SpecificationError` with the
 * fix for any expression.
 */
import type { Expression, Property, SpreadElement } from 'estree';
import type { MdxJsxAttribute, MdxJsxExpressionAttribute } from 'mdast-util-mdx-jsx';
import { SpecificationError } from '../specification/specification';
import type { JsonValue } from '../specification/types';

function getKey(property: Property | SpreadElement): string | undefined {
  if (property.type !== 'Property' || property.computed) return undefined;
  if (property.key.type === 'Identifier') return property.key.name;
  return property.key.type === 'Literal' ? String(property.key.value) : undefined;
}

/** The value of a literal expression. Rejects anything that would have to be evaluated. */
function literal(expression: Expression): JsonValue {
  switch (expression.type) {
    case 'Literal':
      if (expression.value === null || ['string', 'number', 'boolean'].includes(typeof expression.value)) {
        return expression.value as JsonValue;
      }
      break;
    case 'TemplateLiteral':
      if (expression.expressions.length === 0) return expression.quasis[0]?.value.cooked ?? '';
      break;
    case 'UnaryExpression': {
      const value = literal(expression.argument);
      if (expression.operator === '-' && typeof value === 'number') return -value;
      break;
    }
    case 'ArrayExpression':
      return expression.elements.map((element) => {
        if (!element || element.type === 'SpreadElement')
          throw new SpecificationError('Lists can only contain literal values.');
        return literal(element);
      });
    case 'ObjectExpression':
      return Object.fromEntries(
        expression.properties.map((property) => {
          const key = getKey(property);
          if (key === undefined || property.type !== 'Property') {
            throw new SpecificationError('Objects can only contain plain keys with literal values.');
          }
          return [key, literal(property.value as Expression)];
        }),
      );
  }
  throw new SpecificationError(
    'Attributes must be strings, or literal objects and lists. Expressions are not evaluated.',
  );
}

export function readAttribute(
  attribute: MdxJsxAttribute | MdxJsxExpressionAttribute,
): [name: string, value: JsonValue] {
  if (attribute.type !== 'mdxJsxAttribute') {
    throw new SpecificationError("Attributes can't be spread. Write each one out.");
  }
  const { name, value } = attribute;
  if (value === null || value === undefined) return [name, true];
  if (typeof value === 'string') return [name, value];
  const statement = value.data?.estree?.body[0];
  if (statement?.type !== 'ExpressionStatement')
    throw new SpecificationError(`The attribute "${name}" has no value. Add one.`);
  return [name, literal(statement.expression)];
}
