//! Enums whose variants are words.

/// Gives an enum the words of its variants: `ALL`, `name`, `Display`, and `FromStr` with an error that names the field.
macro_rules! named {
    ($enum:ident, $field:literal, { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $enum {
            /// All of them, in the order of their numbers.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// What an error says that a word should have been.
            pub const EXPECTED: &'static str = concat!("one of" $(, " '", $name, "'")+);

            /// The word for it, in lower case.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $enum {
            type Err = crate::core::Error;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.into_iter().find(|member| member.name() == name);
                found.ok_or_else(|| crate::core::Error::validation($field, format_args!("{name:?}"), Self::EXPECTED))
            }
        }
    };
}

pub(crate) use named;
